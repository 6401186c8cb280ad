from django.db import migrations, models

KINDS = ("signed_off", "no_show")


def put_in_lists(apps, schema_editor):
    for season in apps.get_model("tournaments", "Season").objects.all():
        for kind in KINDS:
            points = getattr(season, f"{kind}_points")
            setattr(season, f"{kind}_in_turn", [] if points is None else [points])
        season.save(update_fields=[f"{kind}_in_turn" for kind in KINDS])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_open_evenings'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attendance',
            name='attendance_said',
        ),
        migrations.RemoveConstraint(
            model_name='season',
            name='season_signed_off',
        ),
        migrations.RemoveConstraint(
            model_name='season',
            name='season_no_show',
        ),
        migrations.AddField(
            model_name='season',
            name='drop_at',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='season',
            name='least_averaged',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='season',
            name='no_show_always',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='season',
            name='sign_off_hours',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        *(
            migrations.AddField("season", f"{kind}_in_turn", models.JSONField(default=list))
            for kind in KINDS
        ),
        migrations.RunPython(put_in_lists, migrations.RunPython.noop),
        *(migrations.RemoveField("season", f"{kind}_points") for kind in KINDS),
        *(
            migrations.RenameField("season", f"{kind}_in_turn", f"{kind}_points")
            for kind in KINDS
        ),
        migrations.AlterField(
            model_name='attendance',
            name='said',
            field=models.CharField(blank=True, choices=[('', 'nothing yet'), ('on', 'I come'), ('off', "I don't come"), ('late', "I don't come, said too late")], max_length=4),
        ),
        migrations.AlterField(
            model_name='season',
            name='no_show',
            field=models.CharField(choices=[('skip', 'nothing: the night is not counted'), ('fixed', 'a fixed number of points'), ('worst', 'the worst score of that night'), ('own', "the player's own average"), ('less', "the player's own average, with a deduction")], max_length=5),
        ),
        migrations.AlterField(
            model_name='season',
            name='signed_off',
            field=models.CharField(choices=[('skip', 'nothing: the night is not counted'), ('fixed', 'a fixed number of points'), ('worst', 'the worst score of that night'), ('own', "the player's own average"), ('less', "the player's own average, with a deduction")], max_length=5),
        ),
        migrations.AddConstraint(
            model_name='attendance',
            constraint=models.CheckConstraint(condition=models.Q(('said__in', ['', 'on', 'off', 'late'])), name='attendance_said'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('signed_off__in', ['skip', 'fixed', 'worst', 'own', 'less'])), name='season_signed_off'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('no_show__in', ['skip', 'fixed', 'worst', 'own', 'less'])), name='season_no_show'),
        ),
    ]

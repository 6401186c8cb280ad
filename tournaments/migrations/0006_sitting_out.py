from django.db import migrations, models


def keep_fixed(apps, schema_editor):
    seasons = apps.get_model("tournaments", "Season").objects
    seasons.exclude(sit_out=None).update(sitting_out="fixed")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_couples_that_move'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='nightlogentry',
            name='nightlogentry_kind',
        ),
        migrations.AddField(
            model_name='season',
            name='sitting_out',
            field=models.CharField(choices=[('own', 'the own average round of that night'), ('fixed', 'a fixed number of points'), ('worst', 'the worst score of that round')], default='own', max_length=5),
        ),
        migrations.RunPython(keep_fixed, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='nightlogentry',
            name='kind',
            field=models.CharField(choices=[('state', 'State'), ('said', 'Said'), ('present', 'Present'), ('paid', 'Paid'), ('fees', 'Fees'), ('drawn', 'Drawn'), ('taken back', 'Taken Back'), ('closed', 'Closed'), ('reopened', 'Reopened'), ('cut', 'Cut'), ('link', 'Link'), ('moved', 'Moved'), ('arranged', 'Arranged'), ('begun', 'Begun'), ('came', 'Came'), ('left', 'Left'), ('replaced', 'Replaced'), ('swapped', 'Swapped'), ('scribe', 'Scribe'), ('void', 'Void'), ('split', 'Split'), ('joined', 'Joined'), ('opened', 'Opened'), ('undone', 'Undone'), ('substitute', 'Substitute')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='nightlogentry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['state', 'said', 'present', 'paid', 'fees', 'drawn', 'taken back', 'closed', 'reopened', 'cut', 'link', 'moved', 'arranged', 'begun', 'came', 'left', 'replaced', 'swapped', 'scribe', 'void', 'split', 'joined', 'opened', 'undone', 'substitute'])), name='nightlogentry_kind'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('sitting_out__in', ['own', 'fixed', 'worst'])), name='season_sitting_out'),
        ),
    ]

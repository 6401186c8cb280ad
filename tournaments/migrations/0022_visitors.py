import uuid

import django.db.models.deletion
from django.db import migrations, models


def give_each_its_own(apps, _editor):
    Club = apps.get_model("tournaments", "Club")
    for club in Club.objects.all():
        club.public_id = uuid.uuid4()
        club.save(update_fields=["public_id"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_brought'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='seen',
            field=models.CharField(choices=[('members', 'members only'), ('link', 'whoever has the link'), ('open', 'everybody')], default='members', max_length=7),
        ),
        migrations.AddField(
            model_name='club',
            name='indexed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='club',
            name='generation',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='club',
            name='public_id',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunPython(give_each_its_own, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='club',
            name='public_id',
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('seen__in', ['members', 'link', 'open'])), name='club_seen'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('indexed', False), ('seen', 'open'), _connector='OR'), name='club_found_when_open'),
        ),
        migrations.CreateModel(
            name='ClubDeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('seen', 'Seen'), ('link', 'Link')], max_length=10)),
                ('body', models.JSONField()),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deeds', to='tournaments.club')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['seen', 'link'])), name='club_deed_known_kind')],
            },
        ),
    ]

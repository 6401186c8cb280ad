import uuid

from django.db import migrations, models

KINDS = [
    *('state', 'said', 'present', 'paid', 'drawn', 'taken back', 'closed', 'reopened', 'cut', 'link')
]


def own_ids(apps, schema_editor):
    for night in apps.get_model('tournaments', 'Night').objects.all():
        night.public_id = uuid.uuid4()
        night.save(update_fields=['public_id'])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_cut'),
    ]

    operations = [
        migrations.AddField(
            model_name='night',
            name='generation',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='night',
            name='public_id',
            field=models.UUIDField(null=True, editable=False),
        ),
        migrations.RunPython(own_ids, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='night',
            name='public_id',
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
        migrations.RemoveConstraint(
            model_name='deed',
            name='deed_known_kind',
        ),
        migrations.AlterField(
            model_name='deed',
            name='kind',
            field=models.CharField(choices=[(kind, kind.title()) for kind in KINDS], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='deed',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', KINDS)), name='deed_known_kind'),
        ),
    ]

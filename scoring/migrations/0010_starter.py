from importlib import import_module

from django.db import migrations, models

before = import_module("scoring.migrations.0004_more_events")
KINDS = [
    *("opened", "entered", "set aside", "chosen", "approved", "games"),
    *("penalized", "withdrawn", "scribe", "closed", "reopened"),
    *("left", "added", "replaced", "undone", "starter"),
]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0009_round_of_the_night")]

    operations = [
        migrations.RunPython(before.nothing, before.keep_again),
        migrations.RemoveConstraint(model_name="event", name="event_known_kind"),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(choices=[(kind, kind.title()) for kind in KINDS], max_length=10),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                name="event_known_kind", condition=models.Q(kind__in=KINDS)
            ),
        ),
        migrations.AddField(
            model_name="sheet", name="starter", field=models.PositiveBigIntegerField(null=True)
        ),
        migrations.RunPython(before.keep_again, before.nothing),
    ]

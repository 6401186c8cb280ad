from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

before = import_module("scoring.migrations.0004_more_events")
KINDS = [
    *("opened", "entered", "set aside", "chosen", "approved", "games"),
    *("penalized", "withdrawn", "scribe", "closed", "reopened"),
    *("left", "added", "replaced", "undone"),
]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_more_events")]

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
        migrations.AddField(model_name="seat", name="away", field=models.JSONField(default=list)),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_names",
                        to="scoring.sheet",
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("seat", models.PositiveBigIntegerField()),
                ("name", models.CharField(max_length=60)),
            ],
            options={
                "ordering": ["sequence"],
                "constraints": [
                    models.UniqueConstraint(name="formername_once", fields=["sheet", "sequence"]),
                    models.CheckConstraint(
                        name="formername_has_name", condition=~models.Q(name="")
                    ),
                ],
            },
        ),
        migrations.RunPython(before.keep_again, before.nothing),
    ]

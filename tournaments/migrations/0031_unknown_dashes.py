"""Dashes of a night that came from a file may not be known; where nobody had any, none were."""

from django.db import migrations, models
from django.db.models import Sum


def forget_noughts(apps, _schema_editor):
    brought = apps.get_model("tournaments", "Brought").objects
    told = brought.values("night").annotate(all=Sum("dashes")).filter(all__gt=0)
    brought.exclude(night__in=told.values("night")).update(dashes=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_several_machines")]

    operations = [
        migrations.AlterField(
            model_name="brought",
            name="dashes",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(forget_noughts, migrations.RunPython.noop),
    ]

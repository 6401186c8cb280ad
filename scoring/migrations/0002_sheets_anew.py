from django.db import migrations


def empty(apps, schema_editor):
    """Sheets from before the events have no history to give them. Only the demo could make one,
    and it fills itself again. A step of its own: PostgreSQL won't alter a table that a
    transaction has deleted from."""
    apps.get_model("scoring", "Sheet").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [("scoring", "0001_initial")]

    operations = [migrations.RunPython(empty, migrations.RunPython.noop)]

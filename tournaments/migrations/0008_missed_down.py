from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', "0007_periods"),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='missed_down',
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]

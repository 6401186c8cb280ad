from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_log_in_link_then'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='shows_strength',
            field=models.BooleanField(default=False),
        ),
    ]

import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import uuid
from django.db import migrations, models


SQLITE = (
    """CREATE TRIGGER scoring_event_no_update BEFORE UPDATE ON scoring_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END""",
    """CREATE TRIGGER scoring_event_no_delete BEFORE DELETE ON scoring_event
    WHEN NOT EXISTS (SELECT 1 FROM scoring_erasure WHERE sheet = OLD.sheet_id)
    BEGIN SELECT RAISE(ABORT, 'the sheet of this event is not erased'); END""",
)
POSTGRESQL = (
    """CREATE FUNCTION scoring_keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM scoring_erasure WHERE sheet = OLD.sheet_id) THEN
        RETURN OLD;
      END IF;
      RAISE EXCEPTION 'an event is kept as it is' USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    """CREATE TRIGGER scoring_event_kept BEFORE UPDATE OR DELETE ON scoring_event
    FOR EACH ROW EXECUTE FUNCTION scoring_keep_event()""",
)


def create_triggers(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[vendor]:
        schema_editor.execute(statement)


def drop_triggers(apps, schema_editor):
    """Drop the triggers on PostgreSQL; SQLite drops them together with their table."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION scoring_keep_event CASCADE")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('sheet', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('time', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Sheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('game', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('game_version', models.PositiveSmallIntegerField()),
                ('games', models.PositiveSmallIntegerField(null=True)),
                ('entry', models.CharField(blank=True, max_length=6)),
                ('round', models.PositiveSmallIntegerField(null=True)),
                ('starter', models.PositiveBigIntegerField(null=True)),
                ('approval', models.CharField(choices=[('one', 'One'), ('all', 'All'), ('two', 'Two')], default='one', max_length=3)),
                ('title', models.CharField(blank=True, max_length=60)),
                ('closed', models.BooleanField(default=False)),
                ('link_version', models.PositiveIntegerField(default=1)),
                ('loose', models.BooleanField(default=False)),
                ('arranged', models.BooleanField(default=False)),
                ('origin', models.CharField(blank=True, max_length=32)),
                ('created', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'indexes': [models.Index(fields=['origin', 'created'], name='sheet_origin')],
                'constraints': [models.CheckConstraint(condition=models.Q(('game', ''), _negated=True), name='sheet_has_game'), models.CheckConstraint(condition=models.Q(('game_version__gte', 1)), name='sheet_version_from_1'), models.CheckConstraint(condition=models.Q(('round', None), ('round__gte', 1), _connector='OR'), name='sheet_round_from_1'), models.CheckConstraint(condition=models.Q(('approval__in', ['one', 'all', 'two'])), name='sheet_approval')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('text', models.CharField(max_length=200)),
                ('signed', models.CharField(blank=True, max_length=60)),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='scoring.sheet')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('is_scribe', models.BooleanField(default=False)),
                ('total', models.FloatField(default=0)),
                ('away', models.JSONField(default=list)),
                ('first_id', models.PositiveBigIntegerField(editable=False, null=True)),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='scoring.sheet')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('sheet', 'position'), name='seat_once'), models.UniqueConstraint(fields=('sheet', 'name'), name='seat_other_name'), models.UniqueConstraint(condition=models.Q(('is_scribe', True)), fields=('sheet',), name='seat_one_scribe'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='seat_from_1'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='seat_has_name')],
            },
        ),
        migrations.CreateModel(
            name='Row',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('data', models.JSONField()),
                ('revision', models.PositiveIntegerField()),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='scoring.sheet')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('sheet', 'number'), name='row_once'), models.CheckConstraint(condition=models.Q(('number__gte', 0)), name='row_from_0')],
            },
        ),
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('seat', models.PositiveBigIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to='scoring.sheet')),
            ],
            options={
                'ordering': ['sequence'],
                'constraints': [models.UniqueConstraint(fields=('sheet', 'sequence'), name='formername_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='formername_has_name')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                ('sequence', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('opened', 'Opened'), ('entered', 'Entered'), ('set aside', 'Set Aside'), ('chosen', 'Chosen'), ('approved', 'Approved'), ('games', 'Games'), ('penalized', 'Penalized'), ('withdrawn', 'Withdrawn'), ('scribe', 'Scribe'), ('closed', 'Closed'), ('reopened', 'Reopened'), ('left', 'Left'), ('added', 'Added'), ('replaced', 'Replaced'), ('undone', 'Undone'), ('starter', 'Starter')], max_length=10)),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('device', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField()),
                ('body', models.TextField()),
                ('digest', models.CharField(max_length=64)),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='scoring.sheet')),
            ],
            options={
                'ordering': ['sequence'],
                'indexes': [models.Index(condition=models.Q(('kind', 'set aside')), fields=['sheet'], name='event_aside')],
                'constraints': [models.UniqueConstraint(fields=('sheet', 'sequence'), name='event_once'), models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='event_from_1'), models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('actor'), 40), name='event_short_actor'), models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('device'), 40), name='event_short_device'), models.CheckConstraint(condition=models.Q(('kind__in', ['opened', 'entered', 'set aside', 'chosen', 'approved', 'games', 'penalized', 'withdrawn', 'scribe', 'closed', 'reopened', 'left', 'added', 'replaced', 'undone', 'starter'])), name='event_kind')],
            },
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]

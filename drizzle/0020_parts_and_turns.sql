ALTER TABLE "realm_messages" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "swarm_turns" ADD COLUMN "parts" jsonb;--> statement-breakpoint
-- What a reply cites becomes its first part: the passages came before the words.
CREATE FUNCTION pg_temp.with_sources(parts jsonb, sources jsonb) RETURNS jsonb LANGUAGE sql AS $$
  select jsonb_build_object('kind', 'sources', 'id', 1, 'revision', 1, 'sources', sources)
    || coalesce(parts, '[{"kind": "text"}]')
$$;--> statement-breakpoint
UPDATE "messages" SET "parts" = pg_temp.with_sources("parts", "sources") WHERE "sources" IS NOT NULL;--> statement-breakpoint
UPDATE "realm_messages" SET "parts" = pg_temp.with_sources(null, "sources") WHERE "sources" IS NOT NULL;--> statement-breakpoint
UPDATE "swarm_turns" SET "parts" = pg_temp.with_sources(null, "sources") WHERE "sources" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "running_turns" RENAME TO "running_turns_of_runs";--> statement-breakpoint
CREATE TABLE "running_turns" (
	"conversation_id" uuid,
	"realm_id" uuid,
	"run_id" uuid,
	"scope" text GENERATED ALWAYS AS (case when conversation_id is not null then 'conversation' when realm_id is not null then 'realm' else 'run' end) STORED NOT NULL,
	"scope_id" uuid GENERATED ALWAYS AS (coalesce(conversation_id, realm_id, run_id)) STORED NOT NULL,
	"reply_id" uuid NOT NULL,
	"server" uuid NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"reasoning" text DEFAULT '' NOT NULL,
	"parts" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "running_turns_scope_scope_id_reply_id_pk" PRIMARY KEY("scope","scope_id","reply_id"),
	CONSTRAINT "running_turns_place" CHECK (num_nonnulls("running_turns"."conversation_id", "running_turns"."realm_id", "running_turns"."run_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "running_turns" ADD CONSTRAINT "running_turns_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_turns" ADD CONSTRAINT "running_turns_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_turns" ADD CONSTRAINT "running_turns_run_id_swarm_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."swarm_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "running_turns_conversation" ON "running_turns" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "running_turns_realm" ON "running_turns" USING btree ("realm_id") WHERE realm_id is not null;--> statement-breakpoint
CREATE INDEX "running_turns_run" ON "running_turns" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
INSERT INTO "running_turns" ("conversation_id", "realm_id", "run_id", "reply_id", "server", "words", "reasoning", "parts", "revision", "replied_at", "stop_wanted", "beat_at")
SELECT "conversation_id", "realm_id", "run_id", "reply_id", "server", "words", "reasoning",
	case when "sources" is null then "parts" else pg_temp.with_sources("parts", "sources") end,
	case when "sources" is null then 0 else 1 end, "replied_at", "stop_wanted", "beat_at"
FROM (
	SELECT "conversation_id", null::uuid AS "realm_id", null::uuid AS "run_id", "reply_id", "server", "words", "reasoning", "parts", "sources", "replied_at", "stop_wanted", "beat_at" FROM "running_replies"
	UNION ALL
	SELECT null, "conversation_id", null, "reply_id", "server", "words", "reasoning", "parts", "sources", "replied_at", "stop_wanted", "beat_at" FROM "running_answers"
	UNION ALL
	SELECT null, null, "conversation_id", "reply_id", "server", "words", "reasoning", "parts", "sources", "replied_at", "stop_wanted", "beat_at" FROM "running_turns_of_runs"
) AS "running";--> statement-breakpoint
DROP TABLE "running_replies" CASCADE;--> statement-breakpoint
DROP TABLE "running_answers" CASCADE;--> statement-breakpoint
DROP TABLE "running_turns_of_runs" CASCADE;--> statement-breakpoint
DROP FUNCTION pg_temp.with_sources(jsonb, jsonb);--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "sources";--> statement-breakpoint
ALTER TABLE "realm_messages" DROP COLUMN "sources";--> statement-breakpoint
ALTER TABLE "swarm_turns" DROP COLUMN "sources";

CREATE TABLE "realm_agents" (
	"realm_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"invited_by" text NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"trouble" text,
	CONSTRAINT "realm_agents_realm_id_agent_id_pk" PRIMARY KEY("realm_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "realm_mutes" (
	"realm_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "realm_mutes_realm_id_wallet_pk" PRIMARY KEY("realm_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "running_answers" (
	"conversation_id" uuid NOT NULL,
	"reply_id" uuid NOT NULL,
	"server" uuid NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "running_answers_conversation_id_reply_id_pk" PRIMARY KEY("conversation_id","reply_id")
);
--> statement-breakpoint
DROP INDEX "realms_newest";--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "kind" text DEFAULT 'said' NOT NULL;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "version" bigint;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "settled" bigint;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "reply_to" bigint;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "agent_name" text;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "answers" bigint;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "words_given" integer;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "words" integer;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "last_change" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "unlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "policy" text DEFAULT 'mentioned' NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "agent_turns" integer DEFAULT 6 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "agent_words" integer DEFAULT 4000 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "awaits_director" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "directed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "turns_taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "held" text;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "realm_agents" ADD CONSTRAINT "realm_agents_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_agents" ADD CONSTRAINT "realm_agents_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_mutes" ADD CONSTRAINT "realm_mutes_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_answers" ADD CONSTRAINT "running_answers_conversation_id_realms_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "realm_messages" SET "version" = "number", "settled" = "number";--> statement-breakpoint
ALTER TABLE "realm_messages" ALTER COLUMN "version" SET NOT NULL;--> statement-breakpoint
UPDATE "realms" SET "last_change" = "last_message", "directed" = "last_message";--> statement-breakpoint
CREATE INDEX "realm_agents_agent" ON "realm_agents" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "realm_messages_version" ON "realm_messages" USING btree ("realm_id","version");--> statement-breakpoint
CREATE INDEX "realm_messages_answers" ON "realm_messages" USING btree ("realm_id","agent_id","number") WHERE kind = 'answer';--> statement-breakpoint
CREATE INDEX "realm_messages_answered" ON "realm_messages" USING btree ("realm_id","created_at") WHERE kind = 'answer';--> statement-breakpoint
CREATE INDEX "realms_listed_newest" ON "realms" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not unlisted and deleted_at is null;--> statement-breakpoint
CREATE INDEX "realms_deleted" ON "realms" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "realms_awaiting" ON "realms" USING btree ("id") WHERE awaits_director;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD CONSTRAINT "realm_messages_kind" CHECK ("realm_messages"."kind" in ('said', 'answer', 'go-on'));--> statement-breakpoint
ALTER TABLE "realm_messages" ADD CONSTRAINT "realm_messages_answer" CHECK (("realm_messages"."kind" = 'answer') = ("realm_messages"."state" is not null and "realm_messages"."agent_id" is not null));--> statement-breakpoint
ALTER TABLE "realms" ADD CONSTRAINT "realms_policy" CHECK ("realms"."policy" in ('mentioned', 'round-robin', 'free'));
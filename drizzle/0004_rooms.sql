CREATE TABLE "agent_favourites" (
	"wallet" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_favourites_wallet_agent_id_pk" PRIMARY KEY("wallet","agent_id")
);
--> statement-breakpoint
CREATE TABLE "agent_versions" (
	"agent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"image_url" text NOT NULL,
	"personality" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"knowledge_domains" text[] NOT NULL,
	"category" text NOT NULL,
	"pump_token" text,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_versions_agent_id_number_pk" PRIMARY KEY("agent_id","number")
);
--> statement-breakpoint
CREATE TABLE "agent_failures" (
	"agent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"why" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "agent_failures_agent_id_step_start_why_pk" PRIMARY KEY("agent_id","step","start","why")
);
--> statement-breakpoint
CREATE TABLE "agent_figures" (
	"agent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"conversations" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"visitor_messages" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"stopped" integer DEFAULT 0 NOT NULL,
	"interrupted" integer DEFAULT 0 NOT NULL,
	"words" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_figures_agent_id_step_start_pk" PRIMARY KEY("agent_id","step","start")
);
--> statement-breakpoint
CREATE TABLE "agent_first_words" (
	"agent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "agent_first_words_agent_id_step_start_bucket_pk" PRIMARY KEY("agent_id","step","start","bucket")
);
--> statement-breakpoint
CREATE TABLE "agent_people" (
	"agent_id" uuid NOT NULL,
	"person" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_people_agent_id_person_pk" PRIMARY KEY("agent_id","person")
);
--> statement-breakpoint
CREATE TABLE "owner_people" (
	"owner" text NOT NULL,
	"person" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owner_people_owner_person_pk" PRIMARY KEY("owner","person")
);
--> statement-breakpoint
CREATE TABLE "social_briefs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_name" text NOT NULL,
	"platform" text NOT NULL,
	"topic" text NOT NULL,
	"source" text NOT NULL,
	"tone" text NOT NULL,
	"drafts" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "running_turns" (
	"conversation_id" uuid NOT NULL,
	"reply_id" uuid NOT NULL,
	"server" uuid NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "running_turns_conversation_id_reply_id_pk" PRIMARY KEY("conversation_id","reply_id")
);
--> statement-breakpoint
CREATE TABLE "swarm_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"mode" text NOT NULL,
	"seats" jsonb NOT NULL,
	"phases" jsonb NOT NULL,
	"state" text NOT NULL,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	"awaits_step" boolean DEFAULT true NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "swarm_turns" (
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"id" uuid NOT NULL,
	"phase" integer NOT NULL,
	"round" integer NOT NULL,
	"seat" integer,
	"state" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"given" integer NOT NULL,
	"said" integer,
	"trouble" text,
	"again" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "swarm_turns_run_id_number_pk" PRIMARY KEY("run_id","number"),
	CONSTRAINT "swarm_turns_seat" CHECK (("swarm_turns"."seat" is null) = ("swarm_turns"."round" = 0))
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_favourites" ADD CONSTRAINT "agent_favourites_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_failures" ADD CONSTRAINT "agent_failures_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_figures" ADD CONSTRAINT "agent_figures_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_first_words" ADD CONSTRAINT "agent_first_words_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_people" ADD CONSTRAINT "agent_people_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_turns" ADD CONSTRAINT "running_turns_conversation_id_swarm_runs_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."swarm_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swarm_turns" ADD CONSTRAINT "swarm_turns_run_id_swarm_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."swarm_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_favourites_agent" ON "agent_favourites" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "agent_versions_image" ON "agent_versions" USING btree ("image_url");--> statement-breakpoint
CREATE INDEX "agent_people_recent" ON "agent_people" USING btree ("agent_id","last_at");--> statement-breakpoint
CREATE INDEX "owner_people_recent" ON "owner_people" USING btree ("owner","last_at");--> statement-breakpoint
CREATE INDEX "social_briefs_owner_newest" ON "social_briefs" USING btree ("owner","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "social_briefs_deleted" ON "social_briefs" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "swarm_runs_owner_used" ON "swarm_runs" USING btree ("owner","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "swarm_runs_awaiting" ON "swarm_runs" USING btree ("id") WHERE awaits_step;--> statement-breakpoint
CREATE INDEX "swarm_runs_deleted" ON "swarm_runs" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "swarm_turns_id" ON "swarm_turns" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "agent_upvotes_recent" ON "agent_upvotes" USING btree ("agent_id","created_at");
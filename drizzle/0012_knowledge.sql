CREATE TABLE "agent_knowledge" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"sources_open" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_file_chunks" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "source_file_chunks_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "source_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "source_files_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "source_passages" (
	"version_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"page" integer,
	"last_page" integer,
	"heading" text,
	"starts_at" integer NOT NULL,
	"ends_at" integer NOT NULL,
	"text" text NOT NULL,
	"lexemes" "tsvector" NOT NULL,
	CONSTRAINT "source_passages_version_id_number_pk" PRIMARY KEY("version_id","number")
);
--> statement-breakpoint
CREATE TABLE "source_terms" (
	"agent_id" uuid NOT NULL,
	"lexeme" text NOT NULL,
	"version_id" bigint NOT NULL,
	"block" integer NOT NULL,
	"numbers" integer[] NOT NULL,
	"frequencies" smallint[] NOT NULL,
	"lengths" smallint[] NOT NULL,
	CONSTRAINT "source_terms_agent_id_lexeme_version_id_block_pk" PRIMARY KEY("agent_id","lexeme","version_id","block")
);
--> statement-breakpoint
CREATE TABLE "source_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"wallet" text NOT NULL,
	"file_id" uuid,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"parts" integer,
	"pages" integer,
	"passages" integer DEFAULT 0 NOT NULL,
	"terms" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"language" text,
	"search_config" text DEFAULT 'simple' NOT NULL,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"reason" text,
	"claim" uuid,
	"beat_at" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "source_versions_version" UNIQUE("source_id","version"),
	CONSTRAINT "source_versions_state" CHECK ("source_versions"."state" in ('waiting', 'reading', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"searched" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "running_replies" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "running_answers" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "running_turns" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "swarm_turns" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "agent_knowledge" ADD CONSTRAINT "agent_knowledge_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_file_chunks" ADD CONSTRAINT "source_file_chunks_file_id_source_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."source_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_passages" ADD CONSTRAINT "source_passages_version_id_source_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."source_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_terms" ADD CONSTRAINT "source_terms_version_id_source_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."source_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_versions" ADD CONSTRAINT "source_versions_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_versions" ADD CONSTRAINT "source_versions_file_id_source_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."source_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_files_created" ON "source_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "source_terms_version" ON "source_terms" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "source_versions_unread" ON "source_versions" USING btree ("created_at") WHERE state in ('waiting', 'reading');--> statement-breakpoint
CREATE INDEX "source_versions_wallet" ON "source_versions" USING btree ("wallet","began_at");--> statement-breakpoint
CREATE INDEX "source_versions_file" ON "source_versions" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "sources_agent" ON "sources" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "sources_deleted" ON "sources" USING btree ("deleted_at") WHERE deleted_at is not null;
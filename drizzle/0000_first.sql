CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE FUNCTION search_grams(source text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(
	string_to_array(source, NULL)
		|| string_to_array(regexp_replace(source, '(..)', '\1' || chr(30), 'g'), chr(30))
		|| string_to_array(regexp_replace(substr(source, 2), '(..)', '\1' || chr(30), 'g'), chr(30)),
	'');--> statement-breakpoint
CREATE TABLE "accounts" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "agent_upvotes" (
	"agent_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_upvotes_agent_id_wallet_pk" PRIMARY KEY("agent_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"image_url" text NOT NULL,
	"personality" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"knowledge_domains" text[] NOT NULL,
	"owner" text NOT NULL,
	"category" text NOT NULL,
	"is_public" boolean NOT NULL,
	"visibility_enabled" boolean NOT NULL,
	"upvotes" integer DEFAULT 0 NOT NULL,
	"pump_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(name) || chr(31) || lower(description)) STORED NOT NULL,
	CONSTRAINT "agents_category" CHECK ("agents"."category" in ('neural', 'security', 'quantum', 'synthetic'))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"created_by" text NOT NULL,
	"participants" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"client_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_upvotes" ADD CONSTRAINT "agent_upvotes_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "agents_listed_newest" ON "agents" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_category_newest" ON "agents" USING btree ("category","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_search" ON "agents" USING gin (search_text gin_trgm_ops) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_grams" ON "agents" USING gin (search_grams(search_text)) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_owner_newest" ON "agents" USING btree ("owner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agents_deleted" ON "agents" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "nonces_expiry" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "realms_newest" ON "realms" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "agents" ALTER COLUMN "search_text" SET STATISTICS 1000;

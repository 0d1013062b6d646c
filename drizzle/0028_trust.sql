CREATE TABLE "agent_looks" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"looks" text[] DEFAULT '{}' NOT NULL,
	"bands" integer[] DEFAULT '{}' NOT NULL,
	"marked" boolean DEFAULT false NOT NULL,
	"due" boolean DEFAULT true NOT NULL,
	"looked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person_looks" (
	"address" text PRIMARY KEY NOT NULL,
	"looks" text[] DEFAULT '{}' NOT NULL,
	"marked" boolean DEFAULT false NOT NULL,
	"due" boolean DEFAULT true NOT NULL,
	"looked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"wallet" text NOT NULL,
	"blocked" text NOT NULL,
	"no_copies" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_wallet_blocked_pk" PRIMARY KEY("wallet","blocked"),
	CONSTRAINT "blocks_other" CHECK ("blocks"."wallet" <> "blocks"."blocked")
);
--> statement-breakpoint
CREATE TABLE "desk_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"maker" text NOT NULL,
	"sources" text[] NOT NULL,
	"beside" text,
	"weight" double precision NOT NULL,
	"reports" integer NOT NULL,
	"seen" jsonb NOT NULL,
	"state" text NOT NULL,
	"standing" text,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_log" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"kind" text,
	"subject" text,
	"title" text NOT NULL,
	"wallet" text,
	"operator" text NOT NULL,
	"ground" text,
	"words" text NOT NULL,
	"scope" text,
	"until" timestamp (3) with time zone,
	"about" bigint,
	"before" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_objections" (
	"number" bigint PRIMARY KEY NOT NULL,
	"about" bigint NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_operators" (
	"wallet" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_people" (
	"digest" text PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"wallet" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"reporter" text,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"seen" jsonb NOT NULL,
	"weight" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"number" bigint PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"scope" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "taken_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"looks" text,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realm_bans" (
	"realm_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "realm_bans_realm_id_wallet_pk" PRIMARY KEY("realm_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "agent_manifests" (
	"agent_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"number" integer NOT NULL,
	"version" integer NOT NULL,
	"before" text,
	"manifest" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"signer" text,
	"signed_message" "bytea",
	"signature" "bytea",
	"signed_at" timestamp (3) with time zone,
	CONSTRAINT "agent_manifests_agent_id_hash_pk" PRIMARY KEY("agent_id","hash")
);
--> statement-breakpoint
CREATE TABLE "agent_ratings" (
	"agent_id" uuid NOT NULL,
	"wallet" text NOT NULL,
	"up" boolean NOT NULL,
	"reason" text,
	"words" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"moderation" text,
	CONSTRAINT "agent_ratings_agent_id_wallet_pk" PRIMARY KEY("agent_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "place_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "receipt_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_checkpoints_size" CHECK ("receipt_checkpoints"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "receipt_hashes" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "receipt_hashes_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "receipt_salts" (
	"conversation_id" uuid NOT NULL,
	"reply_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"index" bigint,
	"leaf" "bytea",
	"secret" "bytea",
	CONSTRAINT "receipt_salts_conversation_id_reply_id_pk" PRIMARY KEY("conversation_id","reply_id"),
	CONSTRAINT "receipt_salts_noted" CHECK (num_nonnulls("receipt_salts"."index", "receipt_salts"."leaf", "receipt_salts"."secret") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "moderation" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "allows_copies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "parent_hash" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "parent_name" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "parent_owner" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "elsewhere" jsonb;--> statement-breakpoint
ALTER TABLE "shared_copies" ADD COLUMN "moderation" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "moderation" text;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD COLUMN "withheld" text;--> statement-breakpoint
ALTER TABLE "realm_mutes" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "moderation" text;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "slow_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "held_words" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_looks" ADD CONSTRAINT "agent_looks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_looks" ADD CONSTRAINT "person_looks_address_people_address_fk" FOREIGN KEY ("address") REFERENCES "public"."people"("address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_desk_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."desk_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_bans" ADD CONSTRAINT "realm_bans_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_manifests" ADD CONSTRAINT "agent_manifests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_ratings" ADD CONSTRAINT "agent_ratings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_salts" ADD CONSTRAINT "receipt_salts_of_reply" FOREIGN KEY ("conversation_id","reply_id") REFERENCES "public"."messages"("conversation_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_looks_looks" ON "agent_looks" USING gin ("looks");--> statement-breakpoint
CREATE INDEX "agent_looks_bands" ON "agent_looks" USING gin ("bands");--> statement-breakpoint
CREATE INDEX "agent_looks_due" ON "agent_looks" USING btree ("agent_id") WHERE due;--> statement-breakpoint
CREATE INDEX "agent_looks_marked" ON "agent_looks" USING btree ("looked_at") WHERE marked;--> statement-breakpoint
CREATE INDEX "person_looks_looks" ON "person_looks" USING gin ("looks");--> statement-breakpoint
CREATE INDEX "person_looks_due" ON "person_looks" USING btree ("address") WHERE due;--> statement-breakpoint
CREATE INDEX "person_looks_marked" ON "person_looks" USING btree ("looked_at") WHERE marked;--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_cases_subject" ON "desk_cases" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "desk_cases_queue" ON "desk_cases" USING btree ("weight" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "desk_cases_closed" ON "desk_cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "desk_cases_maker" ON "desk_cases" USING btree ("maker","last_at");--> statement-breakpoint
CREATE INDEX "desk_log_wallet" ON "desk_log" USING btree ("wallet","number");--> statement-breakpoint
CREATE INDEX "desk_log_subject" ON "desk_log" USING btree ("kind","subject","number");--> statement-breakpoint
CREATE INDEX "desk_log_about" ON "desk_log" USING btree ("about") WHERE about is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "desk_objections_about" ON "desk_objections" USING btree ("about");--> statement-breakpoint
CREATE INDEX "desk_people_wallet" ON "desk_people" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open" ON "reports" USING btree ("case_id","reporter") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "suspensions_wallet" ON "suspensions" USING btree ("wallet") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "realm_bans_wallet" ON "realm_bans" USING btree ("wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_manifests_number" ON "agent_manifests" USING btree ("agent_id","number");--> statement-breakpoint
CREATE INDEX "agent_manifests_signer" ON "agent_manifests" USING btree ("signer") WHERE signer is not null;--> statement-breakpoint
CREATE INDEX "agent_ratings_newest" ON "agent_ratings" USING btree ("agent_id","changed_at");--> statement-breakpoint
CREATE INDEX "agent_ratings_wallet" ON "agent_ratings" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "receipt_salts_waiting" ON "receipt_salts" USING btree ("created_at") WHERE index is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_salts_index" ON "receipt_salts" USING btree ("index") WHERE index is not null;--> statement-breakpoint
CREATE INDEX "agents_parent" ON "agents" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "agents_parent_owner" ON "agents" USING btree ("parent_owner") WHERE parent_owner is not null;--> statement-breakpoint
CREATE INDEX "realm_messages_held" ON "realm_messages" USING btree ("realm_id","number") WHERE withheld = 'held';--> statement-breakpoint
-- Those that are there already are looked at by the first sweeps.
INSERT INTO "agent_looks" ("agent_id") SELECT "id" FROM "agents";--> statement-breakpoint
INSERT INTO "person_looks" ("address") SELECT "address" FROM "people" WHERE "name" IS NOT NULL;--> statement-breakpoint
-- The log only grows. A title is no part of what is hashed, and goes with a person who leaves.
CREATE FUNCTION keep_desk_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND to_jsonb(new) - 'title' = to_jsonb(old) - 'title' THEN
		RETURN new;
	END IF;
	RAISE EXCEPTION 'The log of the desk only grows' USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "desk_log_grows" BEFORE UPDATE OR DELETE ON "desk_log" FOR EACH ROW EXECUTE FUNCTION keep_desk_log();

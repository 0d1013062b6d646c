CREATE TABLE "inboxes" (
	"wallet" text PRIMARY KEY NOT NULL,
	"quiet" jsonb,
	"seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mcp_checks" (
	"server" text PRIMARY KEY NOT NULL,
	"health" text NOT NULL,
	"problem" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"auth" text NOT NULL,
	"sealed" "bytea",
	"secret_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mcp_tokens" (
	"server" text NOT NULL,
	"wallet" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"secret_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"refused" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mcp_tokens_server_wallet_pk" PRIMARY KEY("server","wallet")
);
--> statement-breakpoint
CREATE TABLE "mcp_tools" (
	"server" text NOT NULL,
	"name" text NOT NULL,
	"pin" text,
	"raw" jsonb,
	"accepted_pin" text,
	"accepted_raw" jsonb,
	"position" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mcp_tools_server_name_pk" PRIMARY KEY("server","name")
);
--> statement-breakpoint
CREATE TABLE "place_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"open" jsonb,
	"sealed" "bytea" NOT NULL,
	"secret_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid,
	"realm_id" uuid,
	"run_id" uuid,
	"scope" text GENERATED ALWAYS AS (case when conversation_id is not null then 'conversation' when realm_id is not null then 'realm' else 'run' end) STORED NOT NULL,
	"scope_id" uuid GENERATED ALWAYS AS (coalesce(conversation_id, realm_id, run_id)) STORED NOT NULL,
	"reply_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"step" integer NOT NULL,
	"agent_id" uuid,
	"wallet" text NOT NULL,
	"tool" text NOT NULL,
	"title" text NOT NULL,
	"origin" text,
	"pin" text NOT NULL,
	"arguments" text NOT NULL,
	"digest" text NOT NULL,
	"model_call" text NOT NULL,
	"brings" jsonb NOT NULL,
	"state" text NOT NULL,
	"waits_for" text,
	"question" jsonb,
	"sign_in_at" text,
	"reasons" jsonb,
	"request_state" "bytea",
	"secret_id" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"answer" jsonb,
	"allowed_by" text,
	"words" text,
	"server" uuid,
	"result" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tool_calls_place" CHECK (num_nonnulls("tool_calls"."conversation_id", "tool_calls"."realm_id", "tool_calls"."run_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "tool_carries" (
	"conversation_id" uuid,
	"realm_id" uuid,
	"run_id" uuid,
	"scope" text GENERATED ALWAYS AS (case when conversation_id is not null then 'conversation' when realm_id is not null then 'realm' else 'run' end) STORED NOT NULL,
	"scope_id" uuid GENERATED ALWAYS AS (coalesce(conversation_id, realm_id, run_id)) STORED NOT NULL,
	"reply_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"dialect" text NOT NULL,
	"bytes" text NOT NULL,
	CONSTRAINT "tool_carries_scope_scope_id_reply_id_step_pk" PRIMARY KEY("scope","scope_id","reply_id","step")
);
--> statement-breakpoint
CREATE TABLE "tool_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"tool" text NOT NULL,
	"title" text NOT NULL,
	"origin" text NOT NULL,
	"pin" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD COLUMN "tools" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "tools" jsonb;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_run_id_swarm_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."swarm_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_carries" ADD CONSTRAINT "tool_carries_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_carries" ADD CONSTRAINT "tool_carries_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_carries" ADD CONSTRAINT "tool_carries_run_id_swarm_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."swarm_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_servers_wallet" ON "mcp_servers" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "push_subscriptions_wallet" ON "push_subscriptions" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "tool_calls_reply" ON "tool_calls" USING btree ("scope","scope_id","reply_id");--> statement-breakpoint
CREATE INDEX "tool_calls_conversation" ON "tool_calls" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "tool_calls_realm" ON "tool_calls" USING btree ("realm_id") WHERE realm_id is not null;--> statement-breakpoint
CREATE INDEX "tool_calls_run" ON "tool_calls" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "tool_calls_waiting" ON "tool_calls" USING btree ("wallet","created_at") WHERE state in ('waiting', 'unknown');--> statement-breakpoint
CREATE INDEX "tool_calls_ended" ON "tool_calls" USING btree ("wallet","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "tool_calls_sent" ON "tool_calls" USING btree ("server") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tool_carries_conversation" ON "tool_carries" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "tool_carries_realm" ON "tool_carries" USING btree ("realm_id") WHERE realm_id is not null;--> statement-breakpoint
CREATE INDEX "tool_carries_run" ON "tool_carries" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "tool_grants_wallet" ON "tool_grants" USING btree ("wallet","agent_id","tool");--> statement-breakpoint
CREATE INDEX "tool_grants_agent" ON "tool_grants" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("conversation_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "realm_messages_waiting" ON "realm_messages" USING btree ("realm_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "swarm_turns_waiting" ON "swarm_turns" USING btree ("run_id","id") WHERE state = 'waiting';
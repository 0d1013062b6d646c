CREATE TABLE "api_key_words" (
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"words" integer NOT NULL,
	CONSTRAINT "api_key_words_key_id_day_pk" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"ending" text NOT NULL,
	"wallet" text NOT NULL,
	"name" text NOT NULL,
	"agent_id" uuid,
	"words_a_day" integer,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "personas" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"persona" jsonb NOT NULL,
	"lorebook" json,
	"card" json,
	"card_format" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "api_key_words" ADD CONSTRAINT "api_key_words_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_wallet" ON "api_keys" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "api_keys_agent" ON "api_keys" USING btree ("agent_id");--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_handle_unique" UNIQUE("handle");
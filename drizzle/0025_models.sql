CREATE TABLE "model_carries" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"dialect" text NOT NULL,
	"bytes" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"dialect" text NOT NULL,
	"address" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"secret_id" text NOT NULL,
	"ending" text NOT NULL,
	"caps" jsonb NOT NULL,
	"models" jsonb NOT NULL,
	"listed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "model_use" (
	"day" date NOT NULL,
	"payer" text NOT NULL,
	"owner" text NOT NULL,
	"agent_id" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"replies" integer NOT NULL,
	"prompt_tokens" bigint NOT NULL,
	"completion_tokens" bigint NOT NULL,
	"cached_tokens" bigint NOT NULL,
	"words" bigint NOT NULL,
	"micros" bigint NOT NULL,
	"priced" integer NOT NULL,
	CONSTRAINT "model_use_day_payer_owner_agent_id_provider_model_pk" PRIMARY KEY("day","payer","owner","agent_id","provider","model")
);
--> statement-breakpoint
CREATE TABLE "spent_units" (
	"account" text NOT NULL,
	"day" date NOT NULL,
	"units" bigint NOT NULL,
	"held" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "spent_units_account_day_pk" PRIMARY KEY("account","day")
);
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD COLUMN "model" jsonb;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "model" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "model_ref" text;--> statement-breakpoint
CREATE INDEX "model_carries_created" ON "model_carries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "model_keys_wallet" ON "model_keys" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "model_keys_secret" ON "model_keys" USING btree ("secret_id");--> statement-breakpoint
CREATE INDEX "model_use_owner" ON "model_use" USING btree ("owner","day");--> statement-breakpoint
CREATE INDEX "model_use_payer" ON "model_use" USING btree ("payer","day");--> statement-breakpoint
CREATE INDEX "spent_units_day" ON "spent_units" USING btree ("day");
CREATE TABLE "handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"giver" text NOT NULL,
	"taker" text NOT NULL,
	"agent_id" uuid,
	"offered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_deletions" (
	"wallet" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "own_imports" (
	"wallet" text NOT NULL,
	"id" uuid NOT NULL,
	"export_id" uuid NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_imports_wallet_id_pk" PRIMARY KEY("wallet","id")
);
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_one_everything" ON "handovers" USING btree ("giver") WHERE agent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "handovers_one_agent" ON "handovers" USING btree ("giver","agent_id") WHERE agent_id is not null;--> statement-breakpoint
CREATE INDEX "handovers_taker" ON "handovers" USING btree ("taker");--> statement-breakpoint
CREATE INDEX "handovers_agent" ON "handovers" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "handovers_offered" ON "handovers" USING btree ("offered_at");--> statement-breakpoint
CREATE INDEX "own_deletions_deleted" ON "own_deletions" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "own_imports_export" ON "own_imports" USING btree ("wallet","export_id");
CREATE TABLE "agent_handles" (
	"handle" text PRIMARY KEY NOT NULL,
	"agent_id" uuid,
	"gone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "agent_handles" ADD CONSTRAINT "agent_handles_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_handles_agent" ON "agent_handles" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "agent_handles_gone" ON "agent_handles" USING btree ("gone_at") WHERE agent_id is null;--> statement-breakpoint
CREATE INDEX "agents_without_handle" ON "agents" USING btree ("id") WHERE handle is null;--> statement-breakpoint
-- Handles that owners chose so far. Agents without one get theirs from the server's sweep.
INSERT INTO "agent_handles" ("handle", "agent_id") SELECT "handle", "id" FROM "agents" WHERE "handle" IS NOT NULL;

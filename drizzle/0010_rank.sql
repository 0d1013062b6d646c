CREATE TABLE "rank_due" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rank_people" (
	"person" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"today" smallint NOT NULL,
	"replies" bigint NOT NULL,
	"agents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rank_talks" (
	"agent_id" uuid NOT NULL,
	"person" text NOT NULL,
	"replies" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rank_talks_agent_id_person_pk" PRIMARY KEY("agent_id","person")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "rising" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "talked" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rank_talks" ADD CONSTRAINT "rank_talks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rank_due_since" ON "rank_due" USING btree ("since");--> statement-breakpoint
CREATE INDEX "rank_people_day" ON "rank_people" USING btree ("day");--> statement-breakpoint
CREATE INDEX "rank_talks_recent" ON "rank_talks" USING btree ("agent_id","last_at");--> statement-breakpoint
CREATE INDEX "agents_listed_rising" ON "agents" USING btree ("rising" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_category_rising" ON "agents" USING btree ("category","rising" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_talked" ON "agents" USING btree ("talked" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_category_talked" ON "agents" USING btree ("category","talked" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_public and visibility_enabled and deleted_at is null;--> statement-breakpoint
CREATE INDEX "agents_listed_capabilities" ON "agents" USING gin ("capabilities") WHERE is_public and visibility_enabled and deleted_at is null;
CREATE TABLE "people" (
	"address" text PRIMARY KEY NOT NULL,
	"name" text,
	"skeleton" text,
	"image_url" text,
	"about" text NOT NULL,
	"name_changed_at" timestamp (3) with time zone,
	CONSTRAINT "people_skeleton_unique" UNIQUE("skeleton")
);
--> statement-breakpoint
CREATE TABLE "resting_names" (
	"skeleton" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"given_up_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "resting_names_given_up" ON "resting_names" USING btree ("given_up_at");--> statement-breakpoint
CREATE INDEX "realms_of_maker" ON "realms" USING btree ("created_by","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not unlisted and deleted_at is null;
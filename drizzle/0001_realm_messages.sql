CREATE TABLE "realm_messages" (
	"realm_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"id" uuid NOT NULL,
	"author" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "realm_messages_realm_id_number_pk" PRIMARY KEY("realm_id","number")
);
--> statement-breakpoint
ALTER TABLE "realms" ADD COLUMN "last_message" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "realm_messages" ADD CONSTRAINT "realm_messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "realm_messages_id" ON "realm_messages" USING btree ("realm_id","id");
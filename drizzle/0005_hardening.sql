CREATE TABLE "image_uploads" (
	"wallet" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "image_uploads_wallet_hash_pk" PRIMARY KEY("wallet","hash")
);
--> statement-breakpoint
CREATE TABLE "remote_images" (
	"url_hash" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"image_hash" text,
	"tried_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "image_uploads" ADD CONSTRAINT "image_uploads_hash_images_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."images"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_uploads_hash" ON "image_uploads" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "remote_images_image" ON "remote_images" USING btree ("image_hash");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_id_unique" UNIQUE("id");
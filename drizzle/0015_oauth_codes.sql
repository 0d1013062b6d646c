CREATE TABLE "oauth_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"client_name" text NOT NULL,
	"client_hash" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"key_id" uuid
);
--> statement-breakpoint
CREATE INDEX "oauth_codes_expires" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_codes_wallet" ON "oauth_codes" USING btree ("wallet");
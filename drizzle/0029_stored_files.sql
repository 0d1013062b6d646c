CREATE TABLE "file_chunks" (
	"hash" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_hash_number_pk" PRIMARY KEY("hash","number")
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" integer NOT NULL,
	"unused_since" timestamp (3) with time zone,
	"is_going" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "card_files" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "file_bytes" integer;--> statement-breakpoint
ALTER TABLE "source_files" ADD COLUMN "file_bytes" integer;--> statement-breakpoint
ALTER TABLE "card_files" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "card_files" ADD COLUMN "file_bytes" integer;--> statement-breakpoint
CREATE INDEX "stored_files_unused" ON "stored_files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "card_files_hash" ON "card_files" USING btree ("hash") WHERE hash is not null;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_held" CHECK (("images"."bytes" is null) = ("images"."file_bytes" is not null));--> statement-breakpoint
ALTER TABLE "source_files" ADD CONSTRAINT "source_files_held" CHECK ("source_files"."file_bytes" is null or "source_files"."hash" is not null);--> statement-breakpoint
ALTER TABLE "card_files" ADD CONSTRAINT "card_files_held" CHECK (("card_files"."content" is null) = ("card_files"."file_bytes" is not null)
        and ("card_files"."hash" is null) = ("card_files"."file_bytes" is null));--> statement-breakpoint
-- However a row goes (with its agent, its conversation or its wallet), its file is looked at again some time later.
CREATE FUNCTION leave_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE stored_files SET unused_since = greatest(unused_since, now()) WHERE hash = old.hash;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER images_leave_file AFTER DELETE OR UPDATE OF file_bytes ON images
	FOR EACH ROW WHEN (old.file_bytes IS NOT NULL) EXECUTE FUNCTION leave_file();--> statement-breakpoint
CREATE TRIGGER source_files_leave_file AFTER DELETE OR UPDATE OF file_bytes ON source_files
	FOR EACH ROW WHEN (old.file_bytes IS NOT NULL) EXECUTE FUNCTION leave_file();--> statement-breakpoint
CREATE TRIGGER card_files_leave_file AFTER DELETE OR UPDATE OF file_bytes ON card_files
	FOR EACH ROW WHEN (old.file_bytes IS NOT NULL) EXECUTE FUNCTION leave_file();

ALTER TABLE "sources" ADD COLUMN "question_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "sources" SET "question_ids" = ARRAY["question_id"] WHERE "question_id" IS NOT NULL;

ALTER TABLE "messages" ADD COLUMN "reasoning" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "running_replies" ADD COLUMN "reasoning" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "running_replies" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "running_answers" ADD COLUMN "reasoning" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "running_answers" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "running_turns" ADD COLUMN "reasoning" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "running_turns" ADD COLUMN "parts" jsonb;
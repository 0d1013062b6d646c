ALTER TABLE "source_terms" RENAME COLUMN "agent_id" TO "collection_id";--> statement-breakpoint
ALTER TABLE "source_terms" RENAME CONSTRAINT "source_terms_agent_id_lexeme_version_id_block_pk" TO "source_terms_collection_id_lexeme_version_id_block_pk";--> statement-breakpoint
ALTER TABLE "sources" ALTER COLUMN "agent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "question_id" uuid;--> statement-breakpoint
CREATE INDEX "sources_conversation" ON "sources" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "sources_wallet" ON "sources" USING btree ("wallet") WHERE wallet is not null;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_owner" CHECK (("sources"."agent_id" is null) <> ("sources"."conversation_id" is null)
        and ("sources"."wallet" is null) = ("sources"."conversation_id" is null));
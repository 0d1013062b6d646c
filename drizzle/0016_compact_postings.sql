CREATE TABLE "source_blocks" (
	"version_id" bigint NOT NULL,
	"block" integer NOT NULL,
	"lengths" "bytea" NOT NULL,
	CONSTRAINT "source_blocks_version_id_block_pk" PRIMARY KEY("version_id","block")
);
--> statement-breakpoint
ALTER TABLE "source_blocks" ADD CONSTRAINT "source_blocks_version_id_source_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."source_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "source_blocks" ("version_id", "block", "lengths")
	SELECT p."version_id", 1, string_agg(int2send((
		SELECT least(32767, coalesce(sum(cardinality(word.positions)), 0)) FROM unnest(p."lexemes") word
	)::smallint), ''::bytea ORDER BY p."number")
	FROM "source_passages" p
	WHERE p."version_id" IN (SELECT t."version_id" FROM "source_terms" t)
	GROUP BY p."version_id";--> statement-breakpoint
-- Seven bits in each byte, the lowest first; all bytes but the last one have the eighth bit set.
CREATE FUNCTION "pack_number"(value integer) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN value < 128 THEN substring(int4send(value) from 4)
		WHEN value < 16384 THEN substring(int4send(((value & 127 | 128) << 8) | (value >> 7)) from 3)
		WHEN value < 2097152 THEN
			substring(int4send(((value & 127 | 128) << 16) | ((value >> 7 & 127 | 128) << 8) | (value >> 14)) from 2)
		ELSE int4send(((value & 127 | 128) << 24) | ((value >> 7 & 127 | 128) << 16)
			| ((value >> 14 & 127 | 128) << 8) | (value >> 21))
	END
$$;--> statement-breakpoint
CREATE TABLE "packed_terms" AS
	SELECT "collection_id", "lexeme", "version_id", count(*)::integer AS "passages",
		string_agg(
			CASE frequency
				WHEN 1 THEN pack_number((gap - 1) * 2)
				ELSE pack_number((gap - 1) * 2 + 1) || pack_number(frequency)
			END, ''::bytea ORDER BY number) AS "postings"
	FROM (
		SELECT t."collection_id", t."lexeme", t."version_id", posting.number, posting.frequency::integer AS frequency,
			posting.number - lag(posting.number, 1, 0) OVER (
				PARTITION BY t."collection_id", t."lexeme", t."version_id" ORDER BY posting.number) AS gap
		FROM "source_terms" t CROSS JOIN LATERAL unnest(t."numbers", t."frequencies") AS posting(number, frequency)
	) each
	GROUP BY "collection_id", "lexeme", "version_id";--> statement-breakpoint
TRUNCATE "source_terms";--> statement-breakpoint
ALTER TABLE "source_terms" ADD COLUMN "passages" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "source_terms" ADD COLUMN "postings" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "source_terms" DROP COLUMN "numbers";--> statement-breakpoint
ALTER TABLE "source_terms" DROP COLUMN "frequencies";--> statement-breakpoint
ALTER TABLE "source_terms" DROP COLUMN "lengths";--> statement-breakpoint
INSERT INTO "source_terms" ("collection_id", "lexeme", "version_id", "block", "passages", "postings")
	SELECT "collection_id", "lexeme", "version_id", 1, "passages", "postings" FROM "packed_terms"
	ORDER BY "collection_id", "lexeme", "version_id";--> statement-breakpoint
DROP TABLE "packed_terms";--> statement-breakpoint
DROP FUNCTION "pack_number";

/**
 * Measures how well recall finds what was said, beside plain BM25 in the same run, on data that is not in the repository;
 * and on both databases how long it takes.
 *
 * node bench/recall.ts [folder]: the folder has `bfcl` (of gorilla's `bfcl_eval/data`: `BFCL_v4_memory.json`,
 * `memory_prereq_conversation`, `possible_answer`) and `locomo10.json` (of LoCoMo); what is missing is left out.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onEachDatabase } from './each-database.ts'
import { measureAnswers } from './recall/measure-answers.ts'
import { measureEvidence } from './recall/measure-evidence.ts'
import { measureLong } from './recall/measure-long.ts'

const folder = process.argv[2] ?? ''
const [bfcl, locomo] = [join(folder, 'bfcl'), join(folder, 'locomo10.json')]
if (existsSync(locomo)) measureEvidence(locomo)
await onEachDatabase(async (kind, database) => {
  if (existsSync(bfcl)) await measureAnswers(kind, database.db, bfcl)
  await measureLong(kind, database)
})

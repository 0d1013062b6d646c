import {
  deletedFactsSchema,
  factChangesSchema,
  factSchema,
  importedFactsSchema,
  keptFactSchema,
  memoriesSchema,
  memoryChangesSchema,
  memoryFileSchema,
  memorySchema,
  memorySummarySchema,
  newFactSchema,
  restoreFactsSchema,
  usedInReplySchema,
} from '../../shared/memory/facts.ts'

/** The names, in the description of the API, of what concerns agents that remember. */
export const memorySchemas = {
  Memories: memoriesSchema,
  MemorySummary: memorySummarySchema,
  Memory: memorySchema,
  MemoryChanges: memoryChangesSchema,
  Fact: factSchema,
  NewFact: newFactSchema,
  KeptFact: keptFactSchema,
  FactChanges: factChangesSchema,
  DeletedFacts: deletedFactsSchema,
  RestoreFacts: restoreFactsSchema,
  MemoryFile: memoryFileSchema,
  ImportedFacts: importedFactsSchema,
  UsedInReply: usedInReplySchema,
}

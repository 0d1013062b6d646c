import { RecallIndex } from '../domain/recall/index-blocks.ts'
import { createFindRecalled } from '../domain/recall/recall.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Finds again by words what fell out of the window, and keeps the index of it. */
export function createRecall(base: Pick<Infrastructure, 'db' | 'log'>) {
  return { findRecalled: createFindRecalled(base), recallIndex: new RecallIndex(base) }
}

import type { DeskCase } from '../../../shared/trust/desk.ts'
import type { StoredCase } from '../../db/trust/desk-cases.ts'

/** A case as operators see it. */
export function showCase(stored: StoredCase, reasons: DeskCase['reasons'] = {}): DeskCase {
  const { id, kind, subject, sources, seen, reports, weight, state, standing, firstAt, lastAt } = stored
  return {
    ...{ id, kind, subject, sources, seen, reports, reasons, weight, state, standing },
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}

import type { Figures } from './schedules/laboratory.ts'

const columns = ['kind', 'schedules', 'failed', 'acts', 'unknown', 'refused', 's each'] as const

/** Prints a table by kind of fault: how many schedules, how many failed, what clients did and never heard the end of. */
export function printFigures(figures: readonly Figures[]): void {
  const rows = figures
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
    .map(({ kind, schedules, failed, acts, unknown, refused, ms }) => [
      kind,
      String(schedules),
      String(failed),
      String(acts),
      String(unknown),
      String(refused),
      (ms / 1_000 / schedules).toFixed(1),
    ])
  const table = [[...columns], ...rows]
  const widths = columns.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)))
  for (const [kind = '', ...rest] of table)
    console.log(
      [kind.padEnd(widths[0] ?? 0), ...rest.map((text, index) => text.padStart(widths[index + 1] ?? 0))].join(
        '  ',
      ),
    )
}

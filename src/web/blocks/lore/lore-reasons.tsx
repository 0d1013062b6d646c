import type { EnteredLore } from '../../../shared/agents/own-persona.ts'

/** What entered a prompt from a lorebook, or was considered, and why. */
export function LoreReasons({ lore }: { lore: EnteredLore }) {
  const { entries, budget, slow } = lore
  if (!lore.searched)
    return (
      <p className="text-sm text-warning">
        The lorebook took too long to search, so nothing entered. Expressions with nested repetitions do that.
      </p>
    )
  const tokens = entries.reduce((sum, entry) => sum + (entry.outcome === 'entered' ? entry.tokens : 0), 0)
  return (
    <div className="grid gap-3">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">Nothing entered: no key was found.</p>
      ) : (
        <>
          <p className="text-sm text-muted">
            {`About ${tokens.toLocaleString('en-US')} of ${budget.toLocaleString('en-US')} tokens.`}
          </p>
          <ul className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <li key={entry.index} className="grid gap-0.5 py-2.5 text-sm">
                <span className={`truncate ${entry.outcome === 'entered' ? 'text-text' : 'text-muted'}`}>
                  {entry.name}
                </span>
                <span className="text-muted [overflow-wrap:anywhere]">{`${reasonOf(entry)} ${endOf(entry)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {slow.map((key) => (
        <p key={key} className="text-sm text-warning [overflow-wrap:anywhere]">
          {`The expression ${key} took too long and was left out.`}
        </p>
      ))}
    </div>
  )
}

type Entry = EnteredLore['entries'][number]

function reasonOf({ key, message }: Entry): string {
  if (key === null) return 'It always enters.'
  const where =
    message === null
      ? 'in another entry'
      : message === 0
        ? 'in the question'
        : message === 1
          ? 'in the message before it'
          : `${message} messages before it`
  return `“${key}” ${where}.`
}

function endOf({ outcome, tokens }: Entry): string {
  switch (outcome) {
    case 'entered':
      return `About ${tokens.toLocaleString('en-US')} tokens.`
    case 'over_budget':
      return 'It stayed out: the budget was used up.'
    case 'not_rolled':
      return 'It stayed out by its probability.'
    default:
      return outcome satisfies never
  }
}

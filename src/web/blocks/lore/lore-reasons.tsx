import type { EnteredLore } from '../../../shared/agents/own-persona.ts'
import * as texts from '../texts.ts'

export function LoreReasons({ lore }: { lore: EnteredLore }) {
  const { entries, budget, slow } = lore
  if (!lore.searched) return <p className="text-sm text-warning">{texts.loreTooSlow}</p>
  const tokens = entries.reduce((sum, entry) => sum + (entry.outcome === 'entered' ? entry.tokens : 0), 0)
  return (
    <div className="grid gap-3">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">{texts.noLore}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{texts.loreTokens(tokens, budget)}</p>
          <ul className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <li key={entry.index} className="grid gap-0.5 py-2.5 text-sm">
                <span className={`truncate ${entry.outcome === 'entered' ? 'text-text' : 'text-muted'}`}>
                  {entry.name}
                </span>
                <span className="text-muted [overflow-wrap:anywhere]">{`${texts.loreReason(entry.key, entry.message)} ${endOf(entry)}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {slow.map((key) => (
        <p key={key} className="text-sm text-warning [overflow-wrap:anywhere]">
          {texts.slowKey(key)}
        </p>
      ))}
    </div>
  )
}

type Entry = EnteredLore['entries'][number]

function endOf({ outcome, tokens }: Entry): string {
  switch (outcome) {
    case 'entered':
      return texts.entryTokens(tokens)
    case 'over_budget':
      return texts.overBudget
    case 'not_rolled':
      return texts.notRolled
    default:
      return outcome satisfies never
  }
}

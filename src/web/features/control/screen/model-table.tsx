import type { ReactNode } from 'react'
import type { ModelUse } from '../../../../shared/analytics.ts'
import { formatCount, formatShare } from '../charts/format-numbers.ts'
import * as texts from '../texts.tsx'

/** Sticky cells keep their borders only if the borders are not collapsed. */
const separate = { borderCollapse: 'separate', borderSpacing: 0 } as const
/** The panel's colour without transparency, so that scrolled cells do not show through. */
const solid = { background: 'color-mix(in srgb, #0b111c 80%, var(--color-ground))' }

/** What replies used, by agent and model, the dearest first. */
export function ModelTable({ models, isOne }: { models: readonly ModelUse[]; isOne: boolean }) {
  const paid = models.filter(({ paidBy }) => paidBy === 'viewer')
  const cents = paid.reduce((sum, use) => sum + (use.cents ?? 0), 0)
  return (
    <section aria-labelledby="models" className="panel hairline cut grid min-w-0 gap-3 py-5">
      <div className="px-5">
        <h2 id="models" className="text-lg leading-snug font-semibold">
          {texts.models}
        </h2>
        <p className="mt-1 text-[13px] text-muted">{texts.modelsAbout}</p>
        {paid.length > 0 && (
          <p className="mt-2 text-[14px]">{texts.yourKeysPaid(formatMoney(cents), hasUnpriced(paid))}</p>
        )}
      </div>
      {models.length === 0 ? (
        <p className="px-5 text-[13.5px] text-soft">{texts.noModels}</p>
      ) : (
        <section
          aria-label={texts.modelTable}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too
          tabIndex={0}
          // Within the borders, which the sticky cell would cover.
          style={{ marginInline: 1 }}
          className="relative overflow-x-auto outline-offset-[-3px]"
        >
          <table style={separate} className="w-full text-[13px] tabular-nums">
            <thead className="text-muted">
              <tr>
                <th scope="col" style={solid} className="sticky left-0 py-2 pl-5 text-left font-medium">
                  {isOne ? texts.model : texts.agentAndModel}
                </th>
                <Cell head>{texts.paidBy}</Cell>
                <Cell head>{texts.replies}</Cell>
                <Cell head>{texts.words}</Cell>
                <Cell head>{texts.tokensIn}</Cell>
                <Cell head>{texts.tokensOut}</Cell>
                <Cell head>{texts.cost}</Cell>
                <Cell head>{texts.pricedShare}</Cell>
              </tr>
            </thead>
            <tbody>
              {models.map((use) => (
                <ModelRow
                  key={`${use.agentId} ${use.provider} ${use.model} ${use.paidBy}`}
                  use={use}
                  isOne={isOne}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function ModelRow({ use, isOne }: { use: ModelUse; isOne: boolean }) {
  return (
    <tr className="transition-colors hover:bg-cyan/4">
      <th
        scope="row"
        style={solid}
        className="sticky left-0 border-t border-line py-2.5 pl-5 text-left font-medium"
      >
        <ModelName use={use} isOne={isOne} />
      </th>
      <Cell>{texts.payers[use.paidBy]}</Cell>
      <Cell>{formatCount(use.replies)}</Cell>
      <Cell>{formatCount(use.words)}</Cell>
      <Cell>{formatCount(use.promptTokens)}</Cell>
      <Cell>{formatCount(use.completionTokens)}</Cell>
      <Cell>
        {use.cents === null ? (
          <span className="text-muted">{texts.unknownCost}</span>
        ) : (
          formatMoney(use.cents)
        )}
      </Cell>
      <Cell>{formatShare(use.priced, use.replies)}</Cell>
    </tr>
  )
}

function ModelName({ use, isOne }: { use: ModelUse; isOne: boolean }) {
  const { agentId, agent, provider, model } = use
  return (
    <div className="grid w-44 gap-0.5 leading-snug">
      {!isOne && (
        <span className="display line-clamp-1 text-[14px] font-semibold wrap-anywhere" title={agent ?? ''}>
          {agent ?? (agentId === null ? texts.otherAgents : texts.agent)}
        </span>
      )}
      <span className={`line-clamp-2 wrap-anywhere ${isOne ? '' : 'text-soft'}`} title={model}>
        {model}
      </span>
      <span className="line-clamp-1 text-muted wrap-anywhere">{provider}</span>
    </div>
  )
}

const hasUnpriced = (models: readonly ModelUse[]) => models.some(({ priced, replies }) => priced < replies)

/** Small amounts keep their digits: a reply often costs a fraction of a cent. */
function formatMoney(cents: number): string {
  const dollars = cents / 100
  const digits = dollars >= 1 || dollars === 0 ? 2 : 4
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`
}

function Cell({ head, children }: { head?: boolean; children: ReactNode }) {
  const className = 'px-3 py-2 text-right whitespace-nowrap last:pr-5'
  return head ? (
    <th scope="col" className={`${className} font-medium`}>
      {children}
    </th>
  ) : (
    <td className={`${className} border-t border-line`}>{children}</td>
  )
}

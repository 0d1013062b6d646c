import type { ModelUse } from '../../../../shared/analytics.ts'
import { formatCount, formatMoney, formatShare } from '../charts/format-numbers.ts'
import * as texts from '../texts.tsx'
import { Figure, FigureRow, FigureTable } from './figure-table.tsx'

const columns = [
  texts.paidBy,
  texts.replies,
  texts.words,
  texts.tokensIn,
  texts.tokensOut,
  texts.cost,
  texts.pricedShare,
]

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
        <p className="mt-1 text-13 text-muted">{texts.modelsAbout}</p>
        {paid.length > 0 && (
          <p className="mt-2 text-14">{texts.yourKeysPaid(formatMoney(cents), hasUnpriced(paid))}</p>
        )}
      </div>
      {models.length === 0 ? (
        <p className="px-5 text-[0.84375rem] text-soft">{texts.noModels}</p>
      ) : (
        <FigureTable
          label={texts.modelTable}
          first={isOne ? texts.model : texts.agentAndModel}
          columns={columns}
        >
          {models.map((use) => (
            <ModelRow
              key={`${use.agentId} ${use.provider} ${use.model} ${use.paidBy}`}
              use={use}
              isOne={isOne}
            />
          ))}
        </FigureTable>
      )}
    </section>
  )
}

function ModelRow({ use, isOne }: { use: ModelUse; isOne: boolean }) {
  return (
    <FigureRow first={<ModelName use={use} isOne={isOne} />} look="py-2.5">
      <Figure>{texts.payers[use.paidBy]}</Figure>
      <Figure>{formatCount(use.replies)}</Figure>
      <Figure>{formatCount(use.words)}</Figure>
      <Figure>{formatCount(use.promptTokens)}</Figure>
      <Figure>{formatCount(use.completionTokens)}</Figure>
      <Figure>
        {use.cents === null ? (
          <span className="text-muted">{texts.unknownCost}</span>
        ) : (
          formatMoney(use.cents)
        )}
      </Figure>
      <Figure>{formatShare(use.priced, use.replies)}</Figure>
    </FigureRow>
  )
}

function ModelName({ use, isOne }: { use: ModelUse; isOne: boolean }) {
  const { agentId, agent, provider, model } = use
  return (
    <div className="grid w-44 gap-0.5 leading-snug">
      {!isOne && (
        <span className="display line-clamp-1 text-14 font-semibold wrap-anywhere" title={agent ?? ''}>
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

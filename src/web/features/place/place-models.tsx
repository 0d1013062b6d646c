import type { PlaceStatus } from '../../../shared/place-status.ts'
import * as texts from './texts.ts'

type Model = PlaceStatus['models'][number]

const colours: Record<Model['state'], string> = {
  closed: 'text-good [--hue:var(--color-good)]',
  'half-open': 'text-warning [--hue:var(--color-warning)]',
  open: 'text-bad [--hue:var(--color-bad)]',
}

/** The models that were asked, and whether they are asked further. */
export function PlaceModels({ models }: { models: readonly Model[] }) {
  return (
    <section aria-labelledby="place-models" className="mt-9">
      <h2 id="place-models" className="text-19 leading-tight font-semibold">
        {texts.models}
      </h2>
      {models.length === 0 ? (
        <p className="mt-3 text-soft">{texts.noModels}</p>
      ) : (
        <ul className="mt-4 border-t border-line-strong">
          {models.map((model) => (
            <li
              key={`${model.provider} ${model.model}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3.5"
            >
              <span className="min-w-0 wrap-anywhere">
                {model.model} <span className="text-muted">{model.provider}</span>
              </span>
              <span className={`label inline-flex items-center gap-2 ${colours[model.state]}`}>
                <span aria-hidden="true" className={`dot ${model.state === 'closed' ? 'dot-live' : ''}`} />
                {texts.modelStates[model.state]}
                {model.opened > 0 && <span className="text-muted">· {texts.timesOpened(model.opened)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

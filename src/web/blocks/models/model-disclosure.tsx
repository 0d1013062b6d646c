import { useId, useState } from 'react'
import type { ShownModel } from '../../../shared/chat/model-fields.ts'
import { ArrowDownIcon } from '../../ui/icons.tsx'
import { modelRows, shortName } from './model-part-words.ts'
import * as texts from './texts.ts'

export default function ModelDisclosure({
  model,
  tabIndex,
}: {
  model: ShownModel
  tabIndex?: number | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 min-w-0 max-w-48 items-center max-md:max-w-24 gap-1.5 text-13 text-muted transition-colors hover:text-text max-md:min-h-11"
      >
        <span className="sr-only">{texts.modelOfReply}: </span>
        <span className="min-w-0 truncate">{shortName(model)}</span>
        <ArrowDownIcon
          width={13}
          height={13}
          className={`flex-none transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <dl
        id={id}
        hidden={!isOpen}
        className="order-last mt-1 mb-2 grid w-full max-w-[70ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-l border-line-strong pl-3 text-13 leading-[1.5] [&[hidden]]:hidden"
      >
        {modelRows(model).map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-soft tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

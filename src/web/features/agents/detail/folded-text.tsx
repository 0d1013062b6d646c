import { useId, useState } from 'react'
import { endlessClass } from '../../../ui/endless.ts'
import * as texts from './texts.ts'

/** A long text, folded after three lines until it is opened. */
export function FoldedText({ of: text }: { of: string }) {
  const [open, setOpen] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1.5">
      <p
        id={id}
        ref={(paragraph) => {
          if (paragraph && !open) setIsLong(paragraph.scrollHeight > paragraph.clientHeight + 1)
        }}
        className={`${endlessClass(text)} text-sm wrap-anywhere whitespace-pre-line text-soft ${open ? '' : 'line-clamp-3'}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="min-h-8 text-sm text-cyan underline-offset-4 hover:underline max-md:min-h-11"
        >
          {open ? texts.showLess : texts.showMore}
        </button>
      )}
    </div>
  )
}

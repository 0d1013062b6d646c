import { useState } from 'react'

/** A task longer than this, in UTF-16 units, is folded at first. */
const LONG = 480

/** What was asked, in the person's own lines; a long one is folded until somebody wants to read it. */
export function TaskText({ text }: { text: string }) {
  const [unfolded, setUnfolded] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 8
  return (
    <div className="grid justify-items-start gap-1">
      <p
        className={`max-w-[70ch] text-[17px] leading-[1.5] whitespace-pre-wrap [overflow-wrap:anywhere] ${isLong && !unfolded ? 'line-clamp-4' : ''}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text max-md:-my-3 max-md:py-3"
        >
          {unfolded ? 'Fold the task' : 'Show the whole task'}
        </button>
      )}
    </div>
  )
}

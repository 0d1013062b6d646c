/** Stands on the picture of an agent that its owner has not published yet. */
export function DraftMark() {
  return (
    <span className="label absolute top-3.5 right-3.5 rounded-full border border-warning/60 bg-[#191402]/90 px-2.5 py-1.5 text-warning">
      Draft
    </span>
  )
}

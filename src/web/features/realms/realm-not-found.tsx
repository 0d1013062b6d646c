import { ButtonLink } from '../../ui/button.tsx'

/** Section 2: where an id matches no realm. */
export function RealmNotFound() {
  return (
    <section className="wrap grid min-h-[calc(100dvh-var(--header-height)-1px)] place-content-center justify-items-start gap-5 py-16">
      <p className="label text-cyan">Signal not found</p>
      <h1 className="text-[clamp(32px,5vw,56px)] leading-none font-bold">Realm not found</h1>
      <p className="max-w-[52ch] text-[17px] text-soft">
        No realm has this address. It may have been deleted, or the link is mistyped.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/realm" tone="primary">
          All realms
        </ButtonLink>
        <ButtonLink to="/">Home</ButtonLink>
      </div>
    </section>
  )
}

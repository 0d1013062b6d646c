import { driftOf, type Hold, holdIn, holdOn } from './reading-place.ts'

/** Pixels from the end that still count as at the end. */
const NEAR = 32

/** Milliseconds in which gliding shrinks the remaining distance by about two thirds. */
const GLIDE_MS = 70

/** What waits for a decision of the viewer. */
const DECIDES = '[data-decides]'

/** Pixels above what is to be read from its beginning. */
const ABOVE = 8

/** See `useFollowNewest`. */
export class FollowedList {
  readonly #list: HTMLElement
  readonly #onFollowing: (isFollowing: boolean) => void
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)')
  /** The list is laid out from its end: `scrollTop` is 0 there, and negative above it. */
  readonly #isReversed: boolean
  readonly #stop = new AbortController()
  #isReading = false
  /** What was once shown from its beginning, because the list has no room for all of it. */
  readonly #begun = new WeakSet<Element>()
  #hold: Hold | null = null
  /** The animation frame of gliding; 0 if there is none. */
  #frame = 0
  #paintedAt = 0
  /** The position that was set last: a scroll event there was not caused by the viewer. */
  #top: number
  #height: number

  constructor(list: HTMLElement, content: HTMLElement, onFollowing: (isFollowing: boolean) => void) {
    this.#list = list
    this.#onFollowing = onFollowing
    this.#isReversed = getComputedStyle(list).flexDirection === 'column-reverse'
    this.#top = list.scrollTop
    this.#height = list.clientHeight
    this.#jumpToEnd()
    const resized = new ResizeObserver(() => this.#resized())
    resized.observe(content)
    resized.observe(list)
    const { signal } = this.#stop
    list.addEventListener('scroll', () => this.#scrolled(), { passive: true, signal })
    const unfolded = ({ target }: Event) => target instanceof Element && target.closest('summary')
    list.addEventListener('click', (event) => unfolded(event) && this.stay(), { capture: true, signal })
    signal.addEventListener('abort', () => resized.disconnect())
  }

  toNewest(): void {
    this.#keep(false, this.#isReading ? null : this.#hold)
    if (this.#distance() >= 1) this.#glide()
  }

  /** For an action of the viewer that changes the height of visible content. */
  stay(): void {
    this.#isReading = true
    this.#hold = holdIn(this.#list)
    requestAnimationFrame(() => {
      this.#restore()
      this.#keep(this.#distance() > NEAR, this.#hold)
    })
  }

  show(element: Element, offset: number): void {
    this.#keep(true, holdOn(this.#list, element, offset))
    this.#restore()
    if (this.#distance() <= NEAR) this.#keep(false, holdIn(this.#list))
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#stop.abort()
  }

  #end(): number {
    return this.#isReversed ? 0 : this.#list.scrollHeight - this.#list.clientHeight
  }

  #distance(): number {
    return this.#end() - this.#list.scrollTop
  }

  #scrollTo(top: number): void {
    this.#list.scrollTop = top
    // The position that the browser applied.
    this.#top = this.#list.scrollTop
  }

  #jumpToEnd(): void {
    this.#scrollTo(this.#end())
    this.#hold = holdIn(this.#list)
  }

  #keep(isReading: boolean, hold: Hold | null): void {
    this.#isReading = isReading
    this.#hold = hold
    this.#onFollowing(!isReading)
  }

  #step(now: number): void {
    this.#frame = 0
    if (this.#isReading) return
    const left = this.#distance()
    const share = 1 - Math.exp(-(now - this.#paintedAt) / GLIDE_MS)
    this.#paintedAt = now
    if (left >= 1) this.#scrollTo(this.#list.scrollTop + Math.max(1, Math.ceil(left * share)))
    const held = this.#hold?.element
    this.#hold = held?.isConnected ? holdOn(this.#list, held) : holdIn(this.#list)
    if (this.#distance() >= 1) this.#askForFrame()
  }

  #askForFrame(): void {
    this.#frame = requestAnimationFrame((now) => this.#step(now))
  }

  #glide(): void {
    if (this.#still.matches) {
      this.#scrollTo(this.#end())
      return
    }
    // From far away the list jumps to within one screen of the end and glides only the rest.
    const { clientHeight } = this.#list
    if (this.#distance() > clientHeight) this.#scrollTo(this.#end() - clientHeight)
    if (this.#frame !== 0) return
    this.#paintedAt = performance.now()
    this.#askForFrame()
  }

  #drift(): number | null {
    return this.#hold && driftOf(this.#list, this.#hold)
  }

  #restore(): void {
    const drift = this.#drift()
    if (drift !== null && Math.abs(drift) >= 0.5) this.#scrollTo(this.#list.scrollTop + drift)
    if (!this.#hold?.element.isConnected) this.#hold = holdIn(this.#list)
  }

  /** What waits for a decision and has not been begun, and would begin above the list's upper edge if the list were at its end. */
  #tooTall(): Element | undefined {
    const edge = this.#list.getBoundingClientRect().top + this.#distance()
    return [...this.#list.querySelectorAll(DECIDES)].find((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top < edge && bottom > edge && !this.#begun.has(one)
    })
  }

  /** Keeps visible content in place for one frame, then glides to the end. */
  #follow(): void {
    const drift = this.#drift()
    if (drift !== null && Math.abs(drift) < this.#list.clientHeight && !this.#still.matches)
      this.#scrollTo(this.#list.scrollTop + drift)
    else if (this.#frame === 0) this.#scrollTo(this.#end())
    this.#hold = holdIn(this.#list)
    if (this.#distance() >= 1) this.#glide()
  }

  #scrolled(): void {
    const moved = this.#list.scrollTop - this.#top
    this.#top = this.#list.scrollTop
    if (Math.abs(moved) < 1) return
    const isNear = this.#distance() <= NEAR
    // Gliding only scrolls down, so the viewer caused any scrolling up.
    if (isNear && (moved > 0 || !this.#isReading)) this.#keep(false, holdIn(this.#list))
    else if (this.#isReading || moved < 0) this.#keep(true, holdIn(this.#list))
  }

  #resized(): void {
    const isSame = this.#height === this.#list.clientHeight
    this.#height = this.#list.clientHeight
    if (this.#isReading) {
      this.#restore()
      if (this.#distance() <= NEAR) this.#keep(false, holdIn(this.#list))
      return
    }
    const tall = this.#tooTall()
    if (tall) {
      this.#begun.add(tall)
      this.show(tall, ABOVE)
    } else if (isSame) this.#follow()
    else this.#jumpToEnd()
  }
}

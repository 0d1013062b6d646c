import { type Area, watchTextAreas } from './text-areas.ts'

/** The limits of section 9. */
export const MAX_PARTICLES = 80
export const PIXELS_PER_PARTICLE = 25_000
export const CONNECTION_DISTANCE = 150

const MAX_SPEED = 9
/** A slow movement needs no more frames, which keeps the load on a weak machine low. */
const FRAMES_PER_SECOND = 30
/** Milliseconds after the last change of the page until a network that stands still is drawn again. */
const REDRAW_MS = 400

interface Particle {
  x: number
  y: number
  dx: number
  dy: number
  size: number
}

export function particleCount(width: number, height: number): number {
  return Math.min(MAX_PARTICLES, Math.floor((width * height) / PIXELS_PER_PARTICLE))
}

/** How wide the network fades out around a text, in pixels: three steps, each further away and fainter. */
const CLEARED = [
  { distance: 5, alpha: 1 },
  { distance: 11, alpha: 0.6 },
  { distance: 18, alpha: 0.4 },
]

/**
 * Draws until the returned function is called. Pauses in a hidden tab, and does not move with reduced motion.
 * @param page the element whose texts are kept clear
 */
export function animateNetwork(canvas: HTMLCanvasElement, page: HTMLElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const still = window.matchMedia('(prefers-reduced-motion: reduce)')
  let particles: Particle[] = []
  let frame = 0
  let last = 0
  let width = 0
  let height = 0
  let redraw = 0

  const paint = (now: number) => {
    draw(context, particles, width, height)
    clear(context, texts.read(now))
  }
  const texts = watchTextAreas(page, () => {
    if (!still.matches || document.hidden) return
    window.clearTimeout(redraw)
    redraw = window.setTimeout(() => paint(performance.now()), REDRAW_MS)
  })

  const resize = () => {
    const scale = Math.min(window.devicePixelRatio || 1, 2)
    width = window.innerWidth
    height = window.innerHeight
    canvas.width = width * scale
    canvas.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const count = particleCount(width, height)
    particles = particles.slice(0, count).filter((particle) => particle.x <= width && particle.y <= height)
    while (particles.length < count) particles.push(newParticle(width, height))
    paint(performance.now())
  }

  const step = (now: number) => {
    frame = window.requestAnimationFrame(step)
    if (now - last < 1000 / FRAMES_PER_SECOND) return
    const seconds = Math.min((now - last) / 1000, 0.1)
    last = now
    for (const particle of particles) move(particle, seconds, width, height)
    paint(now)
  }

  const resume = () => {
    window.cancelAnimationFrame(frame)
    if (!document.hidden && !still.matches) frame = window.requestAnimationFrame(step)
  }

  resize()
  resume()
  window.addEventListener('resize', resize)
  document.addEventListener('visibilitychange', resume)
  still.addEventListener('change', resume)
  return () => {
    window.cancelAnimationFrame(frame)
    window.clearTimeout(redraw)
    texts.stop()
    window.removeEventListener('resize', resize)
    document.removeEventListener('visibilitychange', resume)
    still.removeEventListener('change', resume)
  }
}

function newParticle(width: number, height: number): Particle {
  const speed = () => (Math.random() * 2 - 1) * MAX_SPEED
  return {
    x: Math.random() * width,
    y: Math.random() * height,
    dx: speed(),
    dy: speed(),
    size: 0.8 + Math.random() * 1.1,
  }
}

function move(particle: Particle, seconds: number, width: number, height: number): void {
  particle.x += particle.dx * seconds
  particle.y += particle.dy * seconds
  if (particle.x < 0 || particle.x > width) particle.dx = -particle.dx
  if (particle.y < 0 || particle.y > height) particle.dy = -particle.dy
}

function draw(context: CanvasRenderingContext2D, particles: Particle[], width: number, height: number): void {
  context.clearRect(0, 0, width, height)
  context.lineWidth = 1
  context.strokeStyle = '#57b8e8'
  particles.forEach((from, index) => {
    for (const to of particles.slice(index + 1)) {
      const distance = Math.hypot(from.x - to.x, from.y - to.y)
      if (distance >= CONNECTION_DISTANCE) continue
      context.globalAlpha = 0.22 * (1 - distance / CONNECTION_DISTANCE)
      context.beginPath()
      context.moveTo(from.x, from.y)
      context.lineTo(to.x, to.y)
      context.stroke()
    }
  })
  context.globalAlpha = 0.55
  context.fillStyle = '#5fc9f2'
  for (const particle of particles) {
    context.beginPath()
    context.arc(particle.x, particle.y, particle.size, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}

/** Takes away what was drawn behind texts, with a soft edge. */
function clear(context: CanvasRenderingContext2D, areas: readonly Area[]): void {
  context.globalCompositeOperation = 'destination-out'
  for (const { distance, alpha } of CLEARED) {
    context.globalAlpha = alpha
    for (const { x, y, width, height } of areas)
      context.fillRect(x - distance, y - distance, width + 2 * distance, height + 2 * distance)
  }
  context.globalCompositeOperation = 'source-over'
  context.globalAlpha = 1
}

import { nestReadouts } from './nest-nodes.ts'

export function NestReadouts() {
  return (
    <dl
      aria-label="Readouts"
      className="my-7 grid grid-cols-2 border-y border-line-strong md:my-8 md:grid-cols-4"
    >
      {nestReadouts.map((readout) => (
        <div
          key={readout.name}
          className="flex flex-col-reverse gap-2.5 border-line py-4.5 max-md:odd:border-r max-md:even:pl-4.5 max-md:nth-[-n+2]:border-b md:px-6 md:py-6 md:first:pl-0 md:not-first:border-l"
        >
          <dt className="label">{readout.name}</dt>
          <dd className="display text-[28px] leading-none font-semibold tabular-nums md:text-[36px]">
            {readout.value}{' '}
            <span className="text-[15px] font-medium text-soft md:text-[17px]">{readout.unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

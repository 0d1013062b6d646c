export async function soak(_: {
  minutes: number
  database: 'embedded' | 'postgresql'
  rate: number
}): Promise<void> {}

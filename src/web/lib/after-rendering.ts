export const afterRendering = <Result>(act: () => Result) =>
  new Promise<Result>((resolve) => requestAnimationFrame(() => resolve(act())))

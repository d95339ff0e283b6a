export type Offer = { readonly quality: number; readonly price: number }

/** The offers, by their places, that no other beats: none is as good for less, or better for as much. In ascending order of price. */
export function paretoFront(offers: readonly Offer[], direction: 'maximize' | 'minimize'): number[] {
  const worth = (at: number): number => (direction === 'minimize' ? -1 : 1) * (offers[at]?.quality ?? 0)
  const price = (at: number): number => offers[at]?.price ?? 0
  const order = offers.map((_, at) => at)
  const isBeaten = (at: number): boolean =>
    order.some((other) => worth(other) >= worth(at) && price(other) <= price(at) && (worth(other) > worth(at) || price(other) < price(at)))
  return order.filter((at) => !isBeaten(at)).sort((one, other) => price(one) - price(other) || worth(one) - worth(other))
}

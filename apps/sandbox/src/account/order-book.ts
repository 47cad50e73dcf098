/** An order of the demo Brand's User. */
export interface Order {
  /** Such as `A-88213`. */
  readonly order: string;
  readonly item: string;
  readonly status: 'delivered' | 'shipped' | 'in the warehouse' | 'cancelled';
}

/** What the account API answers about an order: data, and a sentence that an agent may say. */
export interface OrderAnswer {
  readonly order: string;
  readonly found: boolean;
  readonly status: string;
  readonly text: string;
}

/** What became of a wish to cancel. */
export interface CancelAnswer extends OrderAnswer {
  readonly cancelled: boolean;
}

const FIRST_ORDERS: readonly Order[] = [
  { order: 'A-88213', item: 'walking boots', status: 'shipped' },
  { order: 'A-88240', item: 'a rain jacket', status: 'in the warehouse' },
  { order: 'A-88251', item: 'two water bottles', status: 'in the warehouse' },
  { order: 'A-87902', item: 'a head torch', status: 'delivered' },
];

/** The demo Brand's orders, each User's own; kept in memory, so that a restart of the sandbox brings the first ones back. */
export class OrderBook {
  private readonly ordersOf = new Map<string, Order[]>();

  /** The User's orders with one sentence about all of them. */
  list(user: string): { readonly orders: readonly Order[]; readonly text: string } {
    const orders = this.orders(user);
    const words = orders.map(({ order, item, status }) => `${order} (${item}): ${status}`);
    return { orders, text: `Your orders: ${words.join('; ')}.` };
  }

  /** One order; that there is none of this number is an answer too, since the number is what somebody wrote. */
  find(user: string, number: string): OrderAnswer {
    const found = this.order(user, number);
    return found ? answerAbout(found) : notFound(number);
  }

  /** Cancels an order that is still in the warehouse; a second wish changes nothing. */
  cancel(user: string, number: string): CancelAnswer {
    const found = this.order(user, number);
    if (!found) return { ...notFound(number), cancelled: false };
    if (found.status === 'shipped' || found.status === 'delivered') {
      const text = `Order ${found.order} (${found.item}) has left the warehouse and cannot be cancelled any more.`;
      return { ...answerAbout(found), text, cancelled: false };
    }
    const cancelled: Order = { ...found, status: 'cancelled' };
    this.ordersOf.set(
      user,
      this.orders(user).map(order => (order.order === found.order ? cancelled : order)),
    );
    const text = `Order ${found.order} (${found.item}) is cancelled. The refund takes 3 to 5 days.`;
    return { ...answerAbout(cancelled), text, cancelled: true };
  }

  private orders(user: string): Order[] {
    return this.ordersOf.get(user) ?? [...FIRST_ORDERS];
  }

  private order(user: string, number: string): Order | undefined {
    return this.orders(user).find(({ order }) => order === number.toUpperCase());
  }
}

function answerAbout({ order, item, status }: Order): OrderAnswer {
  return { order, found: true, status, text: `Order ${order} (${item}): ${status}.` };
}

function notFound(number: string): OrderAnswer {
  const order = number.toUpperCase();
  return { order, found: false, status: 'unknown', text: `You have no order ${order}.` };
}

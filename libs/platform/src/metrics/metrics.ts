import { Injectable } from '@nestjs/common';
import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
  collectDefaultMetrics,
} from 'prom-client';

/** Where metrics are made; names start with `surety_`, units come last, labels have few values. */
export type MetricOptions<T> = Omit<T, 'registers'>;

/** The metrics of one app, in a registry of its own: several apps may live in one process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
    collectDefaultMetrics({ register: this.registry });
  }

  counter<T extends string>(options: MetricOptions<CounterConfiguration<T>>): Counter<T> {
    return new Counter({ ...options, registers: [this.registry] });
  }

  gauge<T extends string>(options: MetricOptions<GaugeConfiguration<T>>): Gauge<T> {
    return new Gauge({ ...options, registers: [this.registry] });
  }

  histogram<T extends string>(options: MetricOptions<HistogramConfiguration<T>>): Histogram<T> {
    return new Histogram({ ...options, registers: [this.registry] });
  }

  /** Everything in the text format of Prometheus. */
  async exposition(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }
}

"""Words in general: names, small grammar, pages, figures and how events are told."""
